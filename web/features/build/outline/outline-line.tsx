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
import type { MouseEvent } from "react";
import type { Part, PartKind } from "#domain/build/part.ts";
import { cx } from "#web/ui/cx.ts";
import { SHAPE_ICONS } from "../shape-icons.ts";
import { builderOutlineText as text } from "../text/builder-outline.ts";
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

/** A part's symbol; that of a block has its color. */
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

/** Whether a part is locked. */
export const isLocked = ({ part }: OutlineRow): boolean => "locked" in part && part.locked === true;

export interface OutlineLineProps {
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
export function OutlineLine(props: OutlineLineProps) {
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

function RowButton({
  icon: Icon,
  label,
  isOn,
  onPress,
}: {
  icon: typeof Eye;
  label: string;
  isOn: boolean;
  onPress: () => void;
}) {
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
