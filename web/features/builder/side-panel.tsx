import { X } from "lucide-react";
import { levelPanelText, builderText as text } from "#web/text/builder.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import type { LevelHint } from "./level/find-hints.ts";
import { LevelPanel } from "./level/level-panel.tsx";
import { OutlinePanel } from "./outline/outline-panel.tsx";
import { PropertiesPanel } from "./properties/properties-panel.tsx";
import styles from "./side-panel.module.css";
import { ToolButton } from "./tool-button.tsx";

export type PanelTab = keyof typeof text.tabs;
const TABS: readonly PanelTab[] = ["properties", "parts", "level"];

export interface SidePanelProps {
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  hints: readonly LevelHint[] | null;
  /** Closes it, where it covers a part of a small screen. */
  onClose: () => void;
}

/** Properties, the list of parts, and the level. Beside the level, or a sheet on phones. */
export function SidePanel({ tab, onTab, hints, onClose }: SidePanelProps) {
  const count = hints?.length ?? 0;
  const tabs = TABS.map((id) => ({
    id,
    label: id === "level" && count > 0 ? text.levelTab(count) : text.tabs[id],
  }));
  return (
    <section className={styles.panel} aria-label={text.panel} data-tab={tab}>
      <div className={styles.close}>
        <ToolButton icon={X} label={text.closePanel} onClick={onClose} />
      </div>
      <Tabs label={text.panel} tabs={tabs} value={tab} onChange={onTab}>
        {tab === "properties" && <PropertiesPanel />}
        {tab === "parts" && <OutlinePanel />}
        {tab === "level" && <LevelPanel hints={hints} />}
      </Tabs>
      <p className="sr-only" role="status">
        {count > 0 && levelPanelText.hintCount(count)}
      </p>
    </section>
  );
}
