import { Link } from "react-router";
import { SITE } from "#domain/site.ts";
import styles from "./logo.module.css";

export function Logo() {
  return (
    <Link className={styles.logo} to="/" aria-label={SITE.name}>
      <svg className={styles.mark} viewBox="0 0 64 64" aria-hidden="true">
        <path d="M22 12V8q0-4 4-4h12q4 0 4 4v4z" fill="#ffb800" stroke="#0f0f0f" strokeWidth="4" />
        <rect x="5" y="11" width="54" height="49" rx="17" fill="#f99205" stroke="#0f0f0f" strokeWidth="4" />
        <path
          d="M12 29q0-12 12-12h16q12 0 12 12"
          fill="none"
          stroke="#ffc84a"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <ellipse cx="23" cy="34" rx="4.5" ry="7" fill="#0f0f0f" />
        <ellipse cx="41" cy="34" rx="4.5" ry="7" fill="#0f0f0f" />
        <circle cx="21.5" cy="31" r="1.8" fill="#fff" />
        <circle cx="39.5" cy="31" r="1.8" fill="#fff" />
        <path d="M25 46q7 7 14 0" fill="none" stroke="#0f0f0f" strokeWidth="4" strokeLinecap="round" />
      </svg>
      <span className={styles.name}>{SITE.name}</span>
    </Link>
  );
}
