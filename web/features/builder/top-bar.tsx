import {
  ArrowLeft,
  Check,
  CloudOff,
  FileInput,
  FileOutput,
  GraduationCap,
  History,
  Keyboard,
  LoaderCircle,
  type LucideIcon,
  Menu as MenuIcon,
  PanelRight,
  Pencil,
  Play,
  Redo2,
  Rocket,
  Settings,
  Undo2,
  UserPlus,
} from "lucide-react";
import { Link } from "react-router";
import { builderText } from "#web/text/builder.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Menu, type MenuGroup } from "#web/ui/menu.tsx";
import { useBuilder, useEditorState, useSessionState, useStore } from "./builder-context.ts";
import { useEditMenu } from "./edit-menu.ts";
import { PeopleStack } from "./people/people-stack.tsx";
import { type SaveState, saveState } from "./save-state.ts";
import { ariaKeys } from "./shortcuts.ts";
import { CommandButton, ToolButton, useKeyLabel } from "./tool-button.tsx";
import styles from "./top-bar.module.css";

const SAVE_ICONS: Record<SaveState["tone"], LucideIcon> = {
  saved: Check,
  busy: LoaderCircle,
  offline: CloudOff,
};

/** Whether everything is stored. */
function SaveStatus() {
  const { session } = useBuilder();
  const { tone, text } = saveState(useStore(session.state));
  const Icon = SAVE_ICONS[tone];
  return (
    <p className={cx(styles.save, styles[tone])} data-save={tone} title={text}>
      <Icon aria-hidden />
      <span>{text}</span>
    </p>
  );
}

function EditMenu() {
  const groups = useEditMenu();
  return (
    <Menu
      label={builderText.editMenu}
      align="start"
      groups={groups}
      trigger={(trigger) => (
        <ToolButton {...trigger} wide icon={Pencil} label={builderText.editMenu} className={styles.edit} />
      )}
    />
  );
}

interface MainMenuProps {
  onExport: () => void;
  onGuide: () => void;
  onTestStart: () => void;
}

/** The rest of what can be done with the level. */
function MainMenu({ onExport, onGuide, onTestStart }: MainMenuProps) {
  const { build, openModal, run } = useBuilder();
  const withKey = useKeyLabel();
  const groups: MenuGroup[] = [
    {
      id: "level",
      items: [
        { label: withKey("publish"), icon: Rocket, onSelect: () => run("publish") },
        { label: builderText.testStart, icon: Play, onSelect: onTestStart },
        { label: builderText.invite, icon: UserPlus, onSelect: () => openModal("people") },
        { label: builderText.history, icon: History, onSelect: () => openModal("history") },
        { label: builderText.importLevel, icon: FileInput, onSelect: () => openModal("import") },
        { label: builderText.exportLevel, icon: FileOutput, onSelect: onExport },
      ],
    },
    {
      id: "help",
      items: [
        { label: builderText.guide, icon: GraduationCap, onSelect: onGuide },
        { label: withKey("shortcuts"), icon: Keyboard, onSelect: () => openModal("shortcuts") },
        { label: builderText.settings, icon: Settings, onSelect: () => openModal("settings") },
      ],
    },
    { id: "leave", items: [{ label: builderText.back, icon: ArrowLeft, to: build.level.url }] },
  ];
  return (
    <Menu
      label={builderText.menu}
      groups={groups}
      trigger={(trigger) => <ToolButton {...trigger} icon={MenuIcon} label={builderText.menu} />}
    />
  );
}

export interface TopBarProps extends MainMenuProps {
  isPanelOpen: boolean;
  onPanel: () => void;
}

/** The level's title, whether it's saved, undo, people, test and publish. */
export function TopBar({ isPanelOpen, onPanel, ...menu }: TopBarProps) {
  const { build, run, isApple } = useBuilder();
  const canUndo = useSessionState((state) => state.canUndo);
  const canRedo = useSessionState((state) => state.canRedo);
  const isDragging = useEditorState((state) => state.isDragging);
  return (
    <header className={styles.bar}>
      <Link
        className={styles.back}
        to={build.level.url}
        aria-label={builderText.back}
        title={builderText.back}
      >
        <ArrowLeft aria-hidden />
      </Link>
      <div className={styles.name}>
        <h1>{build.level.title}</h1>
        <SaveStatus />
      </div>
      <CommandButton command="undo" icon={Undo2} disabled={!canUndo || isDragging} />
      <CommandButton command="redo" icon={Redo2} disabled={!canRedo || isDragging} />
      <EditMenu />
      <span className={styles.space} />
      <PeopleStack />
      <ToolButton
        icon={PanelRight}
        label={isPanelOpen ? builderText.closePanel : builderText.openPanel}
        className={styles.panel}
        aria-expanded={isPanelOpen}
        onClick={onPanel}
      />
      <Button
        variant="play"
        icon={Play}
        className={styles.test}
        aria-label={builderText.test}
        aria-keyshortcuts={ariaKeys("test", isApple)}
        onClick={() => run("test")}
      >
        <span>{builderText.test}</span>
      </Button>
      <Button
        variant="primary"
        icon={Rocket}
        className={styles.publish}
        aria-keyshortcuts={ariaKeys("publish", isApple)}
        onClick={() => run("publish")}
      >
        {builderText.publish}
      </Button>
      <MainMenu {...menu} />
    </header>
  );
}
