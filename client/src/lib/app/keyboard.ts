/** Whether keys pressed here are shortcuts, or belong to a text field or a dialog. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export const isDialogOpen = (): boolean => document.querySelector("dialog[open]") !== null;

export const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;
