import type { GameSettings } from "#web/game/game-settings.ts";
import { SegmentedControl, Switch } from "#web/ui/checkbox.tsx";
import { Modal } from "#web/ui/modal.tsx";
import type { BuilderSettings } from "../builder-settings.ts";
import { builderSettingsText as text } from "../text/builder-settings.ts";
import { builderShortcutsText } from "../text/builder-shortcuts.ts";
import styles from "./dialogs.module.css";

export interface SettingsProps {
  settings: GameSettings;
  changeSettings: (values: Partial<GameSettings>) => void;
  own: BuilderSettings;
  changeOwn: (settings: BuilderSettings) => void;
}

const TIERS = ["auto", "low", "medium", "high"] as const;
const TIER_OPTIONS = TIERS.map((value) => ({ value, label: text.tiers[value] }));

export default function BuilderSettingsModal(props: SettingsProps & { onClose: () => void }) {
  const { settings, changeSettings, own, changeOwn, onClose } = props;
  return (
    <Modal open title={text.title} text={text.text} onClose={onClose}>
      <div className={styles.fields}>
        <SegmentedControl
          label={text.graphics}
          options={TIER_OPTIONS}
          value={settings.tier}
          onChange={(tier) => changeSettings({ tier })}
        />
        <Switch
          label={text.reducedMotion}
          hint={text.reducedMotionHint}
          checked={settings.reducedMotion}
          onChange={(reducedMotion) => changeSettings({ reducedMotion })}
        />
        <Switch label={text.muted} checked={settings.muted} onChange={(muted) => changeSettings({ muted })} />
        <Switch
          label={builderShortcutsText.onlyInLevel}
          hint={builderShortcutsText.onlyInLevelHint}
          checked={own.keysOnlyInLevel}
          onChange={(keysOnlyInLevel) => changeOwn({ ...own, keysOnlyInLevel })}
        />
      </div>
    </Modal>
  );
}
