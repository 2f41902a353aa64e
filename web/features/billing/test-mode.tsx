import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./test-mode.module.css";

/** Says that nothing is really paid here. */
export function TestMode({ children }: { children: ReactNode }) {
  return (
    <p className={styles.test}>
      <FlaskConical aria-hidden />
      {children}
    </p>
  );
}
