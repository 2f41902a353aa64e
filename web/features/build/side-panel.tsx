import { X } from "lucide-react";
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId } from "react";
import type { BuildHint } from "#domain/build/hints.ts";
import { loadWithRetries } from "#web/ui/chunks.ts";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import tabStyles from "#web/ui/tabs.module.css";
import { useEditorState } from "./builder-context.ts";
import { BrushFields } from "./properties/brush-fields.tsx";
import styles from "./side-panel.module.css";
import { builderText as text } from "./text/builder.ts";
import { ToolButton } from "./tool-button.tsx";
import { itemByKey } from "./tool-row.tsx";

interface PanelTabsProps<T extends string> {
  label: string;
  tabs: readonly { id: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  children: ReactNode;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** The panel's tabs; arrow keys move between them. The design system's are four times as large. */
function PanelTabs<T extends string>({ label, tabs, value, onChange, children }: PanelTabsProps<T>) {
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

const loadProperties = () => import("./properties/properties-panel.tsx");
const loadOutline = () => import("./outline/outline-panel.tsx");
const loadLevel = () => import("./level/level-panel.tsx");
const PropertiesPanel = lazy(() => loadWithRetries(loadProperties));
const OutlinePanel = lazy(() => loadWithRetries(loadOutline));
const LevelPanel = lazy(() => loadWithRetries(loadLevel));

/** Loads what the panel shows later, so that it opens at once. */
export function preloadTabs(): void {
  for (const load of [loadProperties, loadOutline, loadLevel]) load().catch(() => undefined);
}

export type PanelTab = keyof typeof text.tabs;
const TABS: readonly PanelTab[] = ["properties", "parts", "level"];

export interface SidePanelProps {
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  hints: readonly BuildHint[] | null;
  onClose: () => void;
}

/** Properties, the list of parts, and the level. Beside the level, or a sheet on phones. */
export function SidePanel({ tab, onTab, hints, onClose }: SidePanelProps) {
  const count = hints?.length ?? 0;
  const hasSelection = useEditorState((state) => state.selection.length > 0);
  const tabs = TABS.map((id) => ({
    id,
    label: id === "level" && count > 0 ? text.levelTab(count) : text.tabs[id],
  }));
  return (
    <section className={styles.panel} aria-label={text.panel} data-tab={tab}>
      <div className={styles.close}>
        <ToolButton icon={X} label={text.closePanel} onClick={onClose} />
      </div>
      <PanelTabs label={text.panel} tabs={tabs} value={tab} onChange={onTab}>
        {tab === "properties" && !hasSelection && <BrushFields />}
        <Suspense fallback={<Skeleton height={240} />}>
          {tab === "properties" && hasSelection && <PropertiesPanel />}
          {tab === "parts" && <OutlinePanel />}
          {tab === "level" && <LevelPanel hints={hints} />}
        </Suspense>
      </PanelTabs>
      <p className="sr-only" role="status">
        {count > 0 && text.hintCount(count)}
      </p>
    </section>
  );
}
