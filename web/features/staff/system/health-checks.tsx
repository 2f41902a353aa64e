import type { HealthCheckResult } from "#domain/health/api.ts";
import { Badge } from "#web/ui/card.tsx";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

export function HealthChecks({ checks }: { checks: readonly HealthCheckResult[] }) {
  return (
    <ul className={styles.checks}>
      {checks.map(({ name, status, detail }) => (
        <li key={name}>
          <Badge tone={status === "ok" ? "playing" : "accent"}>{text.healthStates[status]}</Badge>{" "}
          <b>{name}</b>: {detail}
        </li>
      ))}
    </ul>
  );
}
