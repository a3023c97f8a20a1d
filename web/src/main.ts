import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import Kit from "./shell/Kit.svelte";
mount(Kit, { target: document.getElementById("app")! });
