/** The code of all keys that an input method handles. */
const INPUT_METHOD_KEY = 229;

type KeyPress = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode">;
/** A press in the page, or React's event of one. */
type AnyKeyPress = KeyPress | { key: string; nativeEvent: KeyPress };

/**
 * Whether a key belongs to an input method, which may confirm or cancel a composition with it. Safari ends the composition
 * first, so that the key that ended it has only its code left.
 */
export function isComposing(event: AnyKeyPress): boolean {
  const press = "nativeEvent" in event ? event.nativeEvent : event;
  return press.isComposing || press.keyCode === INPUT_METHOD_KEY;
}

/** Whether a press of Enter is meant for the page. */
export const isEnter = (event: AnyKeyPress): boolean => event.key === "Enter" && !isComposing(event);

/** Calls `submit` for a press of Enter. Held down, it submits nothing more. */
export function submitOnEnter(
  event: AnyKeyPress & { repeat: boolean; preventDefault: () => void },
  submit: () => void,
): void {
  if (!isEnter(event)) return;
  event.preventDefault();
  if (!event.repeat) submit();
}
