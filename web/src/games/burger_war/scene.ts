/** Where this game takes place, on its cover: a scene of art/scenes.ts. */
export default "scene-space";
