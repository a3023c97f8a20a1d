/** The readable part of a table's address ("crisp-waffle"), in the chosen language. The words are those of server/tokens.py. */

import { settings } from "../settings.svelte";

const zh: Readonly<Record<string, string>> = {
  amber: "琥珀",
  brisk: "轻快",
  crisp: "香脆",
  dusky: "微暗",
  early: "早起",
  fluffy: "松软",
  golden: "金黄",
  humble: "谦虚",
  jolly: "快活",
  keen: "热切",
  lazy: "懒懒",
  mellow: "醇和",
  nutty: "坚果味",
  odd: "古怪",
  plump: "胖胖",
  quick: "飞快",
  rosy: "红润",
  salty: "咸香",
  tangy: "酸爽",
  upbeat: "欢快",
  velvet: "丝滑",
  warm: "暖暖",
  young: "年轻",
  zesty: "带劲",
  apple: "苹果",
  bagel: "贝果",
  bun: "小面包",
  carrot: "胡萝卜",
  cheese: "芝士",
  dumpling: "饺子",
  egg: "鸡蛋",
  fig: "无花果",
  grape: "葡萄",
  honey: "蜂蜜",
  kiwi: "奇异果",
  lemon: "柠檬",
  mango: "芒果",
  noodle: "面条",
  olive: "橄榄",
  pancake: "薄饼",
  pickle: "酸黄瓜",
  radish: "萝卜",
  sesame: "芝麻",
  toast: "吐司",
  tomato: "番茄",
  waffle: "华夫饼",
  yam: "山药",
};

export const nickname = (id: string): string => {
  const [one = "", two = ""] = id.split("-");
  return settings.lang === "zh" && zh[one] && zh[two] ? `${zh[one]}的${zh[two]}` : `${one} ${two}`.trim();
};
