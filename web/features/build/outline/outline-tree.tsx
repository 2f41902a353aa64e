import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { PartId } from "#domain/build/ids.ts";
import { useMediaQuery } from "#web/lib/media-query.ts";
import { useBuilder, useEditorState } from "../builder-context.ts";
import { builderOutlineText as text } from "../text/builder-outline.ts";
import styles from "./outline.module.css";
import { isLocked, OutlineLine } from "./outline-line.tsx";
import type { OutlineRow } from "./outline-rows.ts";
import { type ScrollPosition, scrollTopFor, visibleRows } from "./visible-rows.ts";

/** Rows are taller where fingers press them. */
const useRowHeight = (): number => (useMediaQuery("(hover: none)") ? 44 : 34);

/** Where a box is scrolled to, and how much of it can be seen. */
function useScrollPosition(box: RefObject<HTMLElement | null>): ScrollPosition {
  const [position, setPosition] = useState<ScrollPosition>({ scrollTop: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const update = () => setPosition({ scrollTop: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, [box]);
  return position;
}

/** The parts that a row stands for: those of a group, or itself. */
const idsOf = ({ id, members }: OutlineRow): readonly PartId[] => members ?? [id];

export interface OutlineTreeProps {
  rows: readonly OutlineRow[];
  /** The search that found the rows. */
  term: string;
  onToggle: (group: PartId) => void;
}

/**
 * The rows as a tree. Only those in sight are rendered, so 20,000 cost the same as 200. Arrow keys move through the rows and
 * select, Space adds to the selection, Enter looks at it.
 */
export function OutlineTree({ rows, term, onToggle }: OutlineTreeProps) {
  const { editor, run } = useBuilder();
  const selection = useEditorState((state) => state.selection);
  const hidden = useEditorState((state) => state.hidden);
  const selected = useMemo(() => new Set(selection), [selection]);
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const position = useScrollPosition(box);
  const [activeId, setActiveId] = useState<PartId | null>(null);
  const treeId = useId();
  const index = rows.findIndex(({ id }) => id === activeId);
  const { from, to } = visibleRows(rows.length, rowHeight, position);

  const show = (at: number) => {
    if (!box.current) return;
    const { scrollTop, clientHeight } = box.current;
    box.current.scrollTop = scrollTopFor(at, rowHeight, { scrollTop, height: clientHeight });
  };
  // Another search begins at its first row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the search changes
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [term]);
  // Follows what is selected in the level.
  const first = selection[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selection moves the list
  useEffect(() => {
    if (first === undefined || document.activeElement === box.current) return;
    const at = rows.findIndex(({ id }) => id === first);
    if (at < 0) return;
    setActiveId(first);
    show(at);
  }, [first]);

  const isSelected = (row: OutlineRow) => {
    const ids = idsOf(row);
    return ids.length > 0 && ids.every((id) => selected.has(id));
  };
  const isHidden = (row: OutlineRow) => {
    const ids = idsOf(row);
    return ids.length > 0 && ids.every((id) => hidden.has(id));
  };
  const select = (row: OutlineRow, how: "replace" | "toggle") => editor.select(idsOf(row), how, true);
  const goTo = (at: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (!row) return;
    setActiveId(row.id);
    show(rows.indexOf(row));
    select(row, "replace");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[index];
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: rows.length - 1,
    };
    const move = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (move !== undefined) goTo(move);
    else if (!row) return;
    else if (event.key === "Enter") {
      select(row, "replace");
      editor.focus();
    } else if (event.key === " ") select(row, "toggle");
    else if (event.key === "Delete" || event.key === "Backspace") run("delete");
    else if (event.key === "ArrowRight" && row.members && !row.isOpen) onToggle(row.id);
    else if (event.key === "ArrowLeft" && row.members && row.isOpen) onToggle(row.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      role="tree"
      aria-label={text.list}
      aria-multiselectable
      aria-activedescendant={index >= from && index < to ? `${treeId}-${activeId}` : undefined}
      tabIndex={0}
      className={styles.tree}
      onFocus={() => index < 0 && setActiveId(rows[0]?.id ?? null)}
      onKeyDown={onKeyDown}
    >
      <div className={styles.sizer} style={{ height: rows.length * rowHeight }} role="none">
        {rows.slice(from, to).map((row, i) => (
          <OutlineLine
            key={row.id}
            row={row}
            id={`${treeId}-${row.id}`}
            index={from + i}
            count={rows.length}
            top={(from + i) * rowHeight}
            isSelected={isSelected(row)}
            isActive={row.id === activeId}
            isHidden={isHidden(row)}
            onPress={(event) => {
              setActiveId(row.id);
              select(row, event.ctrlKey || event.metaKey || event.shiftKey ? "toggle" : "replace");
            }}
            onFocus={() => editor.focus()}
            onToggle={() => onToggle(row.id)}
            onHide={() => editor.setHidden(!isHidden(row), idsOf(row))}
            onLock={
              row.members || !("position" in row.part) || ["spawn", "goal"].includes(row.part.kind)
                ? null
                : () => editor.setLocked(!isLocked(row), [row.id])
            }
          />
        ))}
      </div>
    </div>
  );
}
