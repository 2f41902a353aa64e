import type { Command, Edit, Selected } from "./edits.ts";

export const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Does an edit as if it had been typed, so that the browser's own undo takes it back. */
export function apply(area: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isDone =
    from === to && !insert
      ? true
      : insert
        ? document.execCommand("insertText", false, insert)
        : document.execCommand("delete");
  if (!isDone) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}

/** Does what a command makes of what is selected. */
export const perform = (area: HTMLTextAreaElement, command: Command): void =>
  apply(area, command(selectedIn(area)));
