/** site.en.ts in Chinese. */
import type { en } from "./site.en";

export const zh: Record<keyof typeof en, string> = {
  site_loading: "正在载入游戏引擎：{n}%",
  site_install: "要把 Bunfight 存到本设备（{size} MB），以便没有网络时也能玩吗？",
  site_store: "保存",
  site_not_now: "以后再说",
  site_storing: "正在把 Bunfight 存到本设备……",
  site_stored: "Bunfight 已存到本设备，没有网络也能玩。",
  site_store_failed: "无法保存 Bunfight：{why}",
  site_update: "Bunfight 有新版本，你的对局不受影响。",
  site_update_now: "更新",
  site_clear: "删除已保存的副本",
  site_cleared: "已删除保存的副本，你的对局仍在。",
  site_stored_title: "在本设备上",
  site_games_here: "对局保存在此浏览器中。电脑玩家在本设备上思考，时间比服务器少，因此这里不显示等级分。",
  site_failed: "游戏引擎未能启动：{why}",
  site_failed_wasm: "此浏览器没有游戏引擎所需的 WebAssembly。请使用新版 Firefox、Chrome、Edge 或 Safari。",
  site_failed_workers: "此浏览器无法在后台运行游戏引擎。请使用新版 Firefox、Chrome、Edge 或 Safari。",
  site_failed_storage: "此浏览器不允许网页保存对局。请退出无痕浏览，或允许本网站使用存储空间。",
  trouble_store: "无法保存你的操作，因此什么都没有发生。此浏览器的存储空间可能已满，请腾出一些空间后再试。",
};
