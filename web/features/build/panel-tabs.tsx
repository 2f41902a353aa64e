import { type KeyboardEvent, type ReactNode, useId } from "react";
import { cx } from "#web/ui/cx.ts";
import tabStyles from "#web/ui/tabs.module.css";
import { itemByKey } from "./item-by-key.ts";
import styles from "./side-panel.module.css";

export interface PanelTabsProps<T extends string> {
  label: string;
  tabs: readonly { id: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** The panel's tabs; arrow keys move between them. The design system's are four times as large. */
export function PanelTabs<T extends string>({ label, tabs, value, onChange, children }: PanelTabsProps<T>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const next = itemByKey(event.key, tabs, at, STEPS);
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className={cx(tabStyles.tab, styles.tab)}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className={styles.content}>
        {children}
      </div>
    </div>
  );
}
