import { Check, Crown, X } from "lucide-react";
import styles from "./gold.module.css";
import { BENEFITS, type Having, goldText as text } from "./text/gold.ts";

function BenefitValue({ value }: { value: Having }) {
  if (typeof value === "string") return value;
  const Icon = value ? Check : X;
  return <Icon role="img" aria-label={value ? text.yes : text.no} aria-hidden={false} />;
}

/** Compares a normal account with Gold. */
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
              <BenefitValue value={normal} />
            </td>
            <td className={styles.gold}>
              <BenefitValue value={gold} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
