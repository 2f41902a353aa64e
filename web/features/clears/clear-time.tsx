import { BadgeCheck } from "lucide-react";
import type { Clear } from "#domain/clears/api.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./clears.module.css";
import { clearsText as text } from "./text/clears.ts";

/** A time, with a check mark if its run was recorded and checked. */
export function ClearTime({ clear: { time_formatted, run_id } }: { clear: Clear }) {
  return (
    <span className={styles.time}>
      <strong>{time_formatted}</strong>
      {run_id !== null && (
        <Tooltip text={text.checked}>
          <BadgeCheck className={styles.check} aria-hidden />
        </Tooltip>
      )}
    </span>
  );
}
