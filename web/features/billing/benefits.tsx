import { Check, Crown, X } from "lucide-react";
import { BENEFITS, type Having, goldText as text } from "#web/text/gold.ts";
import styles from "./gold.module.css";

function Had({ having }: { having: Having }) {
  if (typeof having === "string") return having;
  const Icon = having ? Check : X;
  return <Icon role="img" aria-label={having ? text.yes : text.no} aria-hidden={false} />;
}

/** What one has without Gold and with it. */
export function Benefits() {
  return (
    <table className={styles.benefits}>
      <thead>
        <tr>
          <th scope="col">{text.benefit}</th>
          <th scope="col">{text.normal}</th>
          <th scope="col" className={styles.gold}>
            <span>
              <Crown aria-hidden />
              {text.gold}
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {BENEFITS.map(({ name, hint, normal, gold }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <small>{hint}</small>
            </th>
            <td>
              <Had having={normal} />
            </td>
            <td className={styles.gold}>
              <Had having={gold} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
