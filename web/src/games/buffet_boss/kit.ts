/** Pictures that only this game needs. */
export { foodKit as default } from "../../art/foods";
