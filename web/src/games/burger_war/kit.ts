/** Pictures that only this game needs. */
export { aliens as default } from "../../art/aliens";
