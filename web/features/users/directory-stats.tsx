import { Gamepad2, type LucideIcon, Users, Wifi } from "lucide-react";
import type { PeopleCounts } from "#domain/presence/api.ts";
import type { DirectoryFilter } from "#domain/users/view.ts";
import { toggledFilter } from "#domain/users/view.ts";
import { cx } from "#web/ui/cx.ts";
import { CompactNumber } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./directory.module.css";
import { directoryText } from "./text/users.ts";

const FILTERS: readonly [Exclude<DirectoryFilter, "">, LucideIcon][] = [
  ["playing", Gamepad2],
  ["online", Wifi],
];

interface FigureProps {
  icon: LucideIcon;
  name: string;
  /** Undefined until it is loaded. */
  value: number | undefined;
}

function Figure({ icon: Icon, name, value }: FigureProps) {
  return (
    <>
      <Icon aria-hidden />
      <span className={styles.number}>
        {value === undefined ? <Skeleton width={48} height={30} /> : <CompactNumber value={value} />}
      </span>
      <span className={styles.label}>{name}</span>
    </>
  );
}

interface StatsProps {
  counts: PeopleCounts | undefined;
  active: DirectoryFilter;
  onFilter: (filter: DirectoryFilter) => void;
}

/** The numbers of users playing, online and in total. The first two toggle filters of the list. */
export function DirectoryStats({ counts, active, onFilter }: StatsProps) {
  return (
    <div className={styles.stats}>
      {FILTERS.map(([filter, icon]) => (
        <Tooltip
          key={filter}
          text={filter === active ? directoryText.everyone : directoryText.only[filter]}
          silent
        >
          <button
            type="button"
            className={cx(styles.stat, styles.toggle, styles[filter])}
            aria-pressed={filter === active}
            onClick={() => onFilter(toggledFilter(active, filter))}
          >
            <Figure icon={icon} name={directoryText[filter]} value={counts?.[filter]} />
          </button>
        </Tooltip>
      ))}
      <div className={styles.stat}>
        <Figure icon={Users} name={directoryText.users} value={counts?.users} />
      </div>
    </div>
  );
}
