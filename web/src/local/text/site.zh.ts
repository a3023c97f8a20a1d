/** site.en.ts in Chinese. */
import type { en, instead } from "./site.en";

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
  site_games_here: "对局保存在此浏览器中。电脑玩家在本设备上思考，尝试的次数比服务器上少，因此这里不显示等级分。",
  site_new_table: "选择一个游戏，在本设备上开一桌：",
  site_scores: "本设备今日成绩",
  site_no_scores: "还没有成绩。",
  site_review_brief: "这份复盘是在本设备上完成的，推演次数比服务器上少，因此估计较粗略。",
  site_failed: "游戏引擎已停止：{why}。请重新载入页面，你的对局仍在。",
  site_failed_wasm: "此浏览器没有游戏引擎所需的 WebAssembly。请使用新版 Firefox、Chrome、Edge 或 Safari。",
  site_failed_workers: "此浏览器无法在后台运行游戏引擎。请使用新版 Firefox、Chrome、Edge 或 Safari。",
  site_failed_storage: "此浏览器不允许网页保存对局。请退出无痕浏览，或允许本网站使用存储空间。",
  site_for_later: "把游戏存到本设备，无法连接服务器时也能玩。",
  site_open: "本设备上的对局",
  site_no_server: "无法连接服务器。",
  site_playing_here: "你正在本设备上玩，之后可以把对局移到服务器。",
  site_noted: "好的",
  site_server_there: "可以连接服务器了。本页的对局只保存在本设备上。",
  site_go_online: "连接服务器",
  site_invite: "邀请朋友",
  site_invite_about: "这会把对局复制到服务器，并在那里继续。服务器会得到目前抽到的所有内容。",
  site_invite_seat: "朋友的座位",
  site_invite_do: "把对局移到服务器",
  site_invited: "对局已在服务器上。把这个链接发给朋友：",
  site_invite_link: "朋友座位的链接",
  site_invite_go: "前往牌桌",
};

export const insteadZh: Record<keyof typeof instead, string> = {
  trouble_store: "无法保存你的操作，因此什么都没有发生。此浏览器的存储空间可能已满，请腾出一些空间后再试。",
};
