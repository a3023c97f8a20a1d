/* Examples that run: below a code block with a `.live` box, an editor and a button. Python starts with the first click. */
(() => {
  const base = new URL("./", document.currentScript.src);
  const zh = location.pathname.includes("/zh/");
  const words = zh
    ? { run: "在此运行", label: "修改并运行", loading: "正在载入游戏引擎（约 10 MB）……", running: "正在运行……", failed: "未能启动：" }
    : {
        run: "Run it here",
        label: "Change it and run it",
        loading: "Loading the games engine (about 10 MB)…",
        running: "Running…",
        failed: "It did not start: ",
      };
  let worker;
  const waiting = new Map();
  const start = () => {
    if (worker) return;
    worker = new Worker(new URL("live.worker.js", base), { type: "module" });
    worker.onmessage = (e) => waiting.get(e.data.id)?.(e.data);
    worker.onerror = (e) => waiting.forEach((said) => said({ output: words.failed + e.message, done: true }));
  };
  for (const [id, box] of [...document.querySelectorAll("div.live")].entries()) {
    const code = box.previousElementSibling?.querySelector("code")?.textContent ?? "";
    const editor = Object.assign(document.createElement("textarea"), {
      value: code.trimEnd(),
      rows: code.trimEnd().split("\n").length + 1,
      spellcheck: false,
    });
    editor.setAttribute("aria-label", words.label);
    editor.style.cssText = "width:100%;font-family:monospace;font-size:.85em;color:inherit;background:transparent";
    const button = Object.assign(document.createElement("button"), { textContent: words.run, className: "md-button" });
    const output = document.createElement("pre");
    output.setAttribute("role", "status");
    output.style.whiteSpace = "pre-wrap";
    let busy = false;
    button.onclick = () => {
      if (busy) return;
      busy = true;
      output.textContent = words.loading;
      start();
      waiting.set(id, ({ output: said, done }) => {
        output.textContent = said ?? words.running;
        busy = !done;
      });
      worker.postMessage({ id, kind: box.dataset.kind, game: box.dataset.game, text: editor.value });
    };
    box.append(editor, button, output);
  }
})();
