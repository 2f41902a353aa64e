import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./test-mode.module.css";

/** Marks Stripe's test mode: no real payments. */
export function TestMode({ children }: { children: ReactNode }) {
  return (
    <p className={styles.test}>
      <FlaskConical aria-hidden />
      {children}
    </p>
  );
}
