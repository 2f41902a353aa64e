import {
  ChevronDown,
  ChevronRight,
  Cloud,
  Eye,
  EyeOff,
  FlagTriangleRight,
  Flame,
  Goal,
  Group,
  Lock,
  LockOpen,
  type LucideIcon,
  PersonStanding,
  Star,
} from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { PartId } from "#domain/build/ids.ts";
import type { Part, PartKind } from "#domain/build/part.ts";
import { useMediaQuery } from "#web/lib/media-query.ts";
import { cx } from "#web/ui/cx.ts";
import { useBuilder, useEditorState } from "../builder-context.ts";
import { builderOutlineText as text } from "../text/builder-outline.ts";
import { SHAPE_ICONS } from "../tool-palette.tsx";
import styles from "./outline.module.css";
import type { OutlineRow } from "./outline-rows.ts";

const ICONS: Record<Exclude<PartKind, "block">, LucideIcon> = {
  star: Star,
  checkpoint: FlagTriangleRight,
  hazard: Flame,
  spawn: PersonStanding,
  goal: Goal,
  sky: Cloud,
  group: Group,
};

function PartIcon({ part }: { part: Part }) {
  const Icon = part.kind === "block" ? SHAPE_ICONS[part.shape] : ICONS[part.kind];
  return (
    <Icon
      className={styles.icon}
      {...(part.kind === "block" && { style: { fill: `#${part.color}` } })}
      aria-hidden
    />
  );
}

const isLocked = ({ part }: OutlineRow): boolean => "locked" in part && part.locked === true;

interface OutlineLineProps {
  row: OutlineRow;
  id: string;
  index: number;
  count: number;
  top: number;
  isSelected: boolean;
  isActive: boolean;
  isHidden: boolean;
  onPress: (event: MouseEvent) => void;
  onFocus: () => void;
  onToggle: () => void;
  onHide: () => void;
  onLock: (() => void) | null;
}

/** A row of the tree. Keys are handled by the tree, which keeps the focus. */
function OutlineLine(props: OutlineLineProps) {
  const { row, isSelected, isActive, isHidden, onToggle, onHide, onLock } = props;
  const { name, members, isOpen, depth } = row;
  const locked = isLocked(row);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree handles keys
    <div
      id={props.id}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={props.index + 1}
      aria-setsize={props.count}
      aria-selected={isSelected}
      aria-expanded={members ? isOpen : undefined}
      className={cx(
        styles.row,
        isSelected && styles.selected,
        isActive && styles.active,
        isHidden && styles.hidden,
      )}
      style={{ top: props.top, paddingLeft: 6 + depth * 22 }}
      onClick={props.onPress}
      onDoubleClick={props.onFocus}
    >
      {members ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-label={(isOpen ? text.collapse : text.expand)(name)}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <Chevron aria-hidden />
        </button>
      ) : (
        <PartIcon part={row.part} />
      )}
      <bdi className={styles.name}>{name}</bdi>
      {members && <span className={styles.count}>{members.length}</span>}
      {isHidden && <span className="sr-only">, {text.hidden}</span>}
      {locked && <span className="sr-only">, {text.locked}</span>}
      {onLock && (
        <RowButton
          icon={locked ? Lock : LockOpen}
          isOn={locked}
          label={(locked ? text.unlock : text.lock)(name)}
          onPress={onLock}
        />
      )}
      {row.part.kind !== "sky" && (
        <RowButton
          icon={isHidden ? EyeOff : Eye}
          isOn={isHidden}
          label={(isHidden ? text.show : text.hide)(name)}
          onPress={onHide}
        />
      )}
    </div>
  );
}

interface RowButtonProps {
  icon: typeof Eye;
  label: string;
  isOn: boolean;
  onPress: () => void;
}

function RowButton({ icon: Icon, label, isOn, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={cx(styles.toggle, !isOn && styles.faint)}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Icon aria-hidden />
    </button>
  );
}

/** Rows above and below the visible ones that are rendered as well, so scrolling shows no gaps. */
const MARGIN = 8;

interface ScrollPosition {
  scrollTop: number;
  height: number;
}

/** The rows to render of a list with equal heights: from `from` up to but without `to`. */
export function visibleRows(count: number, rowHeight: number, { scrollTop, height }: ScrollPosition) {
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height) / rowHeight);
  const to = Math.min(count, last + MARGIN);
  return { from: Math.max(0, Math.min(first - MARGIN, to)), to };
}

/** Where to scroll so that a row can be seen: nowhere if it can be already. */
export function scrollTopFor(index: number, rowHeight: number, { scrollTop, height }: ScrollPosition) {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop;
}

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

const idsOf = ({ id, members }: OutlineRow): readonly PartId[] => members ?? [id];

export interface OutlineTreeProps {
  rows: readonly OutlineRow[];
  term: string;
  onToggle: (group: PartId) => void;
}

/** The rows as a tree; only those in sight are rendered. Arrow keys move and select, Space adds, Enter looks there. */
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

  const isIn = (parts: ReadonlySet<PartId>, row: OutlineRow) => {
    const ids = idsOf(row);
    return ids.length > 0 && ids.every((id) => parts.has(id));
  };
  const isHidden = (row: OutlineRow) => isIn(hidden, row);
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
    else if (row.members && event.key === (row.isOpen ? "ArrowLeft" : "ArrowRight")) onToggle(row.id);
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
            isSelected={isIn(selected, row)}
            isActive={row.id === activeId}
            isHidden={isHidden(row)}
            onPress={(event) => {
              setActiveId(row.id);
              select(row, event.ctrlKey || event.metaKey || event.shiftKey ? "toggle" : "replace");
            }}
            onFocus={() => editor.focus()}
            onToggle={() => onToggle(row.id)}
            onHide={() => editor.commands.setHidden(!isHidden(row), idsOf(row))}
            onLock={
              row.members || !("position" in row.part) || ["spawn", "goal"].includes(row.part.kind)
                ? null
                : () => editor.commands.setLocked(!isLocked(row), [row.id])
            }
          />
        ))}
      </div>
    </div>
  );
}
