/** Opens a dialog as a modal as long as it is on the page. `focus`: what gets the focus instead of the first control. */
export const modal = (node: HTMLDialogElement, focus = "") => {
  node.showModal();
  if (focus) node.querySelector<HTMLElement>(focus)?.focus();
  return { destroy: () => node.close() };
};
