/** Pictures that only this game needs. */
export { people as default } from "../../art/people";
