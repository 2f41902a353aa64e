import {
  ArrowLeft,
  Check,
  CloudOff,
  LoaderCircle,
  type LucideIcon,
  Menu as MenuIcon,
  PanelRight,
  Pencil,
  Play,
  Redo2,
  Rocket,
  Undo2,
  UserPlus,
} from "lucide-react";
import { Link } from "react-router";
import { Headshot } from "#web/components/headshot.tsx";
import { OTHER_COLORS } from "#web/game/edit/other-colors.ts";
import { useUser } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { backUrl } from "./back-url.ts";
import styles from "./builder-bar.module.css";
import { useBuilder, useEditorState, useSessionState, useStore } from "./builder-context.ts";
import { MenuButton } from "./menu-button.tsx";
import type { BuildSessionState } from "./model/build-session.ts";
import peopleStackStyles from "./people/people-stack.module.css";
import { ariaKeys } from "./shortcuts.ts";
import { builderText } from "./text/builder.ts";
import { CommandButton, ToolButton } from "./tool-button.tsx";

/** The color of someone's cursor, selection and picture. */
export const builderColor = (color: number): string =>
  `#${OTHER_COLORS[color % OTHER_COLORS.length] ?? "ffffff"}`;

interface SaveState {
  tone: "saved" | "busy" | "offline";
  text: string;
}

/** Whether everything is stored, as the bar says it. */
export function saveState({ link, unsaved }: Pick<BuildSessionState, "link" | "unsaved">): SaveState {
  if (link === "offline")
    return { tone: "offline", text: unsaved > 0 ? builderText.offlineWaiting(unsaved) : builderText.offline };
  if (link === "connecting")
    return { tone: "busy", text: unsaved > 0 ? builderText.reconnecting(unsaved) : builderText.connecting };
  return unsaved > 0
    ? { tone: "busy", text: builderText.saving }
    : { tone: "saved", text: builderText.saved };
}

/** Pictures beyond this many are only counted. */
const SHOWN = 4;

function PeopleStack() {
  const { openModal } = useBuilder();
  const me = useUser()?.id;
  const people = useSessionState((state) => state.people);
  // A person with two tabs is one person.
  const distinct = people.filter(({ user }, i) => people.findIndex((one) => one.user.id === user.id) === i);
  const others = distinct.filter(({ user }) => user.id !== me);
  const hiddenCount = others.length - SHOWN;
  return (
    <button
      type="button"
      className={peopleStackStyles.stack}
      title={others.length > 0 ? others.map(({ user }) => user.username).join(", ") : builderText.invite}
      aria-label={`${builderText.people(Math.max(1, distinct.length))}. ${builderText.invite}`}
      aria-haspopup="dialog"
      onClick={() => openModal("people")}
    >
      {others.slice(0, SHOWN).map(({ user, color }) => (
        <span key={user.id} className={peopleStackStyles.person} style={{ borderColor: builderColor(color) }}>
          <Headshot user={user} size={28} decorative />
        </span>
      ))}
      {hiddenCount > 0 && <span className={peopleStackStyles.count}>+{hiddenCount}</span>}
      <UserPlus aria-hidden />
    </button>
  );
}

const SAVE_ICONS: Record<SaveState["tone"], LucideIcon> = {
  saved: Check,
  busy: LoaderCircle,
  offline: CloudOff,
};

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

export interface BuilderBarProps {
  isPanelOpen: boolean;
  onPanel: () => void;
}

export function BuilderBar({ isPanelOpen, onPanel }: BuilderBarProps) {
  const { build, run, isApple } = useBuilder();
  const canUndo = useSessionState((state) => state.canUndo);
  const canRedo = useSessionState((state) => state.canRedo);
  const isDragging = useEditorState((state) => state.isDragging);
  return (
    <header className={styles.bar}>
      <Link
        className={styles.back}
        to={backUrl(build)}
        aria-label={builderText.back}
        title={builderText.back}
      >
        <ArrowLeft aria-hidden />
      </Link>
      <div className={styles.name}>
        <h1 dir="auto">{build.level.title}</h1>
        <SaveStatus />
      </div>
      <CommandButton command="undo" icon={Undo2} disabled={!canUndo || isDragging} />
      <CommandButton command="redo" icon={Redo2} disabled={!canRedo || isDragging} />
      <MenuButton menu="edit" wide icon={Pencil} label={builderText.editMenu} className={styles.edit} />
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
      <MenuButton menu="main" icon={MenuIcon} label={builderText.menu} />
    </header>
  );
}
