// Takes a picture of one page: node scripts/look.mjs URL OUT.png [WIDTH HEIGHT] [full]
import { chromium } from "playwright-core";

const [url, out, w = "1280", h = "720", full = ""] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const page = await browser.newPage({ viewport: { width: +w, height: +h } });
page.on("console", (m) => m.type() === "error" && console.log("console:", m.text()));
page.on("pageerror", (e) => console.log("error:", e.message));
await page.goto(url);
await page.waitForTimeout(900);
await page.screenshot({ path: out, fullPage: full === "full" });
await browser.close();
