/** Whether the computer's main modifier is ⌘. */
export const isAppleKeyboard = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
