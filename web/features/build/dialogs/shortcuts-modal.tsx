import { useKeyboardLayout } from "#web/lib/keyboard-layout.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useBuilder } from "../builder-context.ts";
import { COMMAND_GROUPS, type CommandGroup } from "../commands.ts";
import { SHORTCUTS, shortcutName } from "../shortcuts.ts";
import { commandText } from "../text/builder-menu.ts";
import { builderShortcutsText as text } from "../text/builder-shortcuts.ts";
import type { SettingsProps } from "./builder-settings-modal.tsx";
import styles from "./shortcuts-modal.module.css";

const GROUPS = Object.keys(COMMAND_GROUPS) as CommandGroup[];

interface ShortcutsModalProps extends Pick<SettingsProps, "own" | "changeOwn"> {
  onClose: () => void;
}

export default function ShortcutsModal({ onClose, own, changeOwn }: ShortcutsModalProps) {
  const { isApple } = useBuilder();
  const layout = useKeyboardLayout();
  return (
    <Modal open wide alignTop title={text.title} text={text.text} onClose={onClose}>
      <Switch
        label={text.onlyInLevel}
        hint={text.onlyInLevelHint}
        checked={own.keysOnlyInLevel}
        onChange={(keysOnlyInLevel) => changeOwn({ ...own, keysOnlyInLevel })}
      />
      <div className={styles.groups}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{text.groups[group]}</h3>
            <dl>
              {SHORTCUTS.filter(({ command }) => command in COMMAND_GROUPS[group]).map(
                ({ command, keys }) => (
                  <div key={command}>
                    <dt>{commandText[command]}</dt>
                    <dd>
                      {keys.map((key) => (
                        <kbd key={key}>{shortcutName(key, isApple, layout)}</kbd>
                      ))}
                    </dd>
                  </div>
                ),
              )}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
