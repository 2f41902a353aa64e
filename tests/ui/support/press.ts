import { settle } from "./wait.ts";

// Fires the events of real input, and does what a browser does by default unless the page prevents it.

const FOCUSABLE =
  "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable='true'], audio[controls]";
const TEXT_FIELD =
  "input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=button], [type=submit]), textarea";

type Field = HTMLInputElement | HTMLTextAreaElement;
export type Modifier = "Shift" | "Control" | "Alt" | "Meta";

const isHidden = (element: Element) => element.closest("[hidden], [inert]") !== null;
export const isDisabled = (element: Element) =>
  element.matches(":disabled") || element.closest("fieldset:disabled") !== null;
const isTextField = (element: Element): element is Field => element.matches(TEXT_FIELD);
const focused = () => document.activeElement ?? document.body;

function fire(target: EventTarget, event: Event): boolean {
  return target.dispatchEvent(event);
}

function pointer(target: Element, type: string, init: PointerEventInit): boolean {
  const bubbles = !/(enter|leave)$/.test(type);
  const all = { bubbles, cancelable: bubbles, composed: true, isPrimary: true, view: window, ...init };
  return fire(
    target,
    type.startsWith("pointer") ? new PointerEvent(type, all) : new MouseEvent(type, all as MouseEventInit),
  );
}

let hovered: Element | null = null;

const HAND = { pointerId: 1, pointerType: "mouse" };

/** Moves the pointer over an element. */
export async function hover(target: Element): Promise<void> {
  if (hovered !== target) {
    const left = hovered?.isConnected ? hovered : null;
    hovered = target;
    if (left) {
      for (const type of ["pointerout", "mouseout"]) pointer(left, type, { ...HAND, relatedTarget: target });
      const isLeft = (element: Element) => !element.contains(target);
      for (let at: Element | null = left; at && isLeft(at); at = at.parentElement)
        for (const type of ["pointerleave", "mouseleave"])
          pointer(at, type, { ...HAND, relatedTarget: target });
    }
    for (const type of ["pointerover", "pointerenter", "mouseover", "mouseenter"])
      pointer(target, type, { ...HAND, relatedTarget: left });
  }
  for (const type of ["pointermove", "mousemove"]) pointer(target, type, HAND);
  await settle();
}

function moveFocus(target: Element): void {
  const focusable = target.closest<HTMLElement>(FOCUSABLE);
  if (focusable && !isDisabled(focusable)) focusable.focus();
  else (focused() as HTMLElement).blur();
}

export interface ClickOptions {
  modifiers?: readonly Modifier[];
  /** A finger instead of the mouse. */
  isTouch?: boolean;
  /** Also while it is disabled or busy. */
  force?: boolean;
}

const modifierKeys = (modifiers: readonly Modifier[] = []) => ({
  shiftKey: modifiers.includes("Shift"),
  ctrlKey: modifiers.includes("Control"),
  altKey: modifiers.includes("Alt"),
  metaKey: modifiers.includes("Meta"),
});

export async function click(target: Element, { modifiers, isTouch }: ClickOptions = {}): Promise<void> {
  if (!isTouch) await hover(target);
  const hand = {
    ...(isTouch ? { pointerId: 2, pointerType: "touch" } : HAND),
    ...modifierKeys(modifiers),
    buttons: 1,
    detail: 1,
  };
  const isHandled = !pointer(target, "pointerdown", hand);
  if (isHandled || pointer(target, "mousedown", hand)) moveFocus(target);
  await settle();
  const released = { ...hand, buttons: 0 };
  pointer(target, "pointerup", released);
  if (!isHandled) pointer(target, "mouseup", released);
  if (target.isConnected && !isDisabled(target)) pointer(target, "click", released);
  await settle();
}

function setValue(field: Element, value: string): void {
  // React watches the element's own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
}

function input(field: Element, inputType = "insertText", data: string | null = null): void {
  fire(field, new InputEvent("input", { bubbles: true, composed: true, inputType, data }));
}

const change = (field: Element) => fire(field, new Event("change", { bubbles: true }));

/** Replaces the text of a field, as by pasting over it. */
export async function fill(field: Element, text: string): Promise<void> {
  (field as HTMLElement).focus();
  setValue(field, text);
  if (isTextField(field) && field.selectionStart !== null) field.setSelectionRange(text.length, text.length);
  input(field, "insertFromPaste", text);
  change(field);
  await settle();
}

export async function selectOption(
  field: HTMLSelectElement,
  wanted: string | { label: string },
): Promise<void> {
  const option = [...field.options].find((it) =>
    typeof wanted === "string" ? it.value === wanted || it.text === wanted : it.text === wanted.label,
  );
  if (!option) throw new Error(`There's no option ${JSON.stringify(wanted)}.`);
  field.focus();
  setValue(field, option.value);
  input(field);
  change(field);
  await settle();
}

export async function chooseFiles(field: HTMLInputElement, files: readonly File[]): Promise<void> {
  Object.defineProperty(field, "files", {
    configurable: true,
    value: Object.assign([...files], { item: (at: number) => files[at] ?? null }),
  });
  input(field);
  change(field);
  await settle();
}

function insert(field: Field, text: string): void {
  if (
    !fire(
      field,
      new InputEvent("beforeinput", { bubbles: true, cancelable: true, inputType: "insertText", data: text }),
    )
  )
    return;
  const { value } = field;
  const from = field.selectionStart ?? value.length;
  const to = field.selectionEnd ?? value.length;
  const next = value.slice(0, from) + text + value.slice(to);
  if (field.maxLength >= 0 && next.length > field.maxLength) return;
  setValue(field, next);
  if (field.selectionStart !== null) field.setSelectionRange(from + text.length, from + text.length);
  input(field, "insertText", text);
}

function erase(field: Field, isForward: boolean): void {
  const { value } = field;
  let from = field.selectionStart ?? value.length;
  let to = field.selectionEnd ?? value.length;
  if (from === to) {
    if (isForward) to = Math.min(to + 1, value.length);
    else from = Math.max(from - 1, 0);
  }
  if (from === to) return;
  setValue(field, value.slice(0, from) + value.slice(to));
  if (field.selectionStart !== null) field.setSelectionRange(from, from);
  input(field, "deleteContentBackward");
}

function submit(field: Element): void {
  const form = (field as HTMLInputElement).form;
  const button = form?.querySelector<HTMLElement>(
    "button:not([type=button], [type=reset]), input[type=submit]",
  );
  if (button) {
    if (!isDisabled(button)) button.click();
  } else form?.requestSubmit();
}

function tab(isBackward: boolean): void {
  const all = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !isDisabled(element) && !isHidden(element),
  );
  const at = all.indexOf(focused() as HTMLElement);
  const next = isBackward ? all.at(at < 0 ? -1 : at - 1) : all[(at + 1) % all.length];
  next?.focus();
}

/** Chooses the next radio button of a group, as arrow keys do. */
function stepRadio(radio: HTMLInputElement, step: number): void {
  const group = [
    ...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${radio.name}"]`),
  ].filter((it) => it.form === radio.form && !isDisabled(it));
  const next = group.at((group.indexOf(radio) + step) % group.length);
  next?.focus();
  next?.click();
}

/** Does for a key what a browser does unless the page handles it. */
function doDefault(key: string, target: Element, isShifted: boolean): void {
  const element = target as HTMLInputElement;
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  if (key === "Tab") tab(isShifted);
  else if (key === "Enter" && element.matches("textarea")) insert(element, "\n");
  else if (key === "Enter" && element.matches("button, a[href], summary")) element.click();
  else if (key === "Enter" && element.matches("input")) submit(element);
  else if (step && element.type === "radio") stepRadio(element, step);
  else if (step && element.matches("select")) {
    const { options, selectedIndex } = target as HTMLSelectElement;
    const next = options[selectedIndex + step];
    if (!next) return;
    setValue(element, next.value);
    input(element);
    change(element);
  } else if (step && /^(number|range)$/.test(element.type)) {
    const unit = Number(element.step) || 1;
    setValue(element, String(Number(element.value) + (/Up|Right/.test(key) ? unit : -unit)));
    input(element);
    change(element);
  } else if (isTextField(target) && !target.readOnly) {
    if (key.length === 1) insert(target, key);
    else if (key === "Backspace" || key === "Delete") erase(target, key === "Delete");
  }
}

const codeOf = (key: string): string => {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  return key === " " ? "Space" : key;
};

/** A key or a combination such as `Control+k`. Letters and digits can be named by their place, too: `KeyW`. */
function parseKeys(keys: string) {
  const parts =
    keys === "+" ? ["+"] : keys.split("+").map((part) => (part === "ControlOrMeta" ? "Control" : part));
  const modifiers = parts.slice(0, -1) as Modifier[];
  const named = (parts.at(-1) ?? "").replace(/^(?:Key|Digit)(.)$/, (_, key: string) => key.toLowerCase());
  const key = named === "Space" ? " " : named;
  const init = { key, code: codeOf(key), bubbles: true, cancelable: true, composed: true };
  return { key, modifiers, init: { ...init, ...modifierKeys(modifiers) } };
}

/** Keys that are down, with what had the focus if it clicks when the key comes up. */
const held = new Map<string, Element | null>();

/** Holds a key down. Again before it is up, it repeats. */
export async function keyDown(keys: string): Promise<void> {
  const { key, modifiers, init } = parseKeys(keys);
  const target = focused();
  const isDefault = fire(target, new KeyboardEvent("keydown", { ...init, repeat: held.has(key) }));
  held.set(key, isDefault ? target : null);
  await settle();
  const isShortcut = modifiers.some((modifier) => modifier !== "Shift");
  if (isDefault && !isShortcut) doDefault(key, target, modifiers.includes("Shift"));
  if (isDefault && isShortcut && key === "a" && isTextField(target)) target.select();
  await settle();
}

export async function keyUp(keys: string): Promise<void> {
  const { key, init } = parseKeys(keys);
  const target = focused();
  const isReleased = fire(target, new KeyboardEvent("keyup", init));
  if (
    key === " " &&
    isReleased &&
    held.get(key) === target &&
    target.matches("button, summary, [type=checkbox], [type=radio]")
  )
    (target as HTMLElement).click();
  held.delete(key);
  await settle();
}

export async function press(keys: string): Promise<void> {
  await keyDown(keys);
  await keyUp(keys);
}

export async function type(text: string): Promise<void> {
  for (const character of text) await press(character === "\n" ? "Enter" : character);
}

/** Forgets where the pointer was, and which keys were down. */
export const leaveDocument = (): void => {
  hovered = null;
  held.clear();
};
