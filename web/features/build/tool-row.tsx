import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from "react";

/** The item that a key leads to, from the one at an index: the first, the last or, by the steps of arrow keys, a neighbor. */
export function itemByKey<T>(
  key: string,
  items: readonly T[],
  at: number,
  steps: Record<string, number>,
): T | undefined {
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  const step = steps[key];
  return step === undefined || at < 0 ? undefined : items[(at + step + items.length) % items.length];
}

/** The buttons of a toolbar that can be used. */
const buttonsIn = (bar: HTMLElement | null): HTMLButtonElement[] =>
  Array.from(bar?.querySelectorAll<HTMLButtonElement>("button:not(:disabled)") ?? []);

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Buttons with one stop for Tab. Arrow keys move between them. */
export function ToolRow({ label, children, ...rest }: { label: string } & ComponentProps<"div">) {
  const bar = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLButtonElement | null>(null);
  /** Tab leads to the button that had the focus, to the pressed one, or to the first. */
  const arrange = () => {
    const buttons = buttonsIn(bar.current);
    const pressed = buttons.find((button) => button.ariaPressed === "true");
    const stop = buttons.find((button) => button === current.current) ?? pressed ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  useLayoutEffect(arrange);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = buttonsIn(bar.current);
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const next = itemByKey(event.key, buttons, at, STEPS);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div
      {...rest}
      ref={bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target instanceof HTMLButtonElement) current.current = event.target;
        arrange();
      }}
    >
      {children}
    </div>
  );
}
