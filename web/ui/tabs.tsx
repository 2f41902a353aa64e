import type { LucideIcon } from "lucide-react";
import * as Radix from "radix-ui/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./tabs.module.css";

export interface TabsProps<T extends string> {
  label: string;
  tabs: readonly { id: T; label: string; icon?: LucideIcon }[];
  value: T;
  onChange: (value: T) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** Tabs within a page; arrow keys move between them. Use TabLinks for tabs with their own URLs. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // Scrolls the selected tab into view on narrow screens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is selected
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[data-state=active]");
    if (!list.current || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Radix.List className={styles.list} aria-label={label} ref={list}>
        {tabs.map(({ id, label: text, icon: Icon }) => (
          <Radix.Trigger className={styles.tab} value={id} key={id}>
            {Icon && <Icon aria-hidden />}
            {text}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content className={styles.panel} value={value}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
