import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useKeyboardLayout } from "#web/lib/keyboard-layout.ts";
import { cx } from "#web/ui/cx.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { useBuilder, useDevice } from "./builder-context.ts";
import type { Command } from "./commands.ts";
import { ariaKeys, keyOf, shortcutName } from "./shortcuts.ts";
import { builderText, buttonText } from "./text/builder.ts";
import styles from "./tool-button.module.css";

export interface ToolButtonProps extends ComponentProps<"button"> {
  icon: LucideIcon;
  label: string;
  /** Its keys are in the tooltip. */
  command?: Command | undefined;
  pressed?: boolean | undefined;
  wide?: boolean | undefined;
  /** A mark on the corner. */
  children?: ReactNode;
}

/** A label with the command's key, unless the device in hand is a touch screen. */
export function useKeyLabel(): (command: Command, label: string) => string {
  const { isApple } = useBuilder();
  const layout = useKeyboardLayout();
  const isTouch = useDevice() === "touch";
  return (command, label) => {
    const key = isTouch ? null : keyOf(command);
    return key ? builderText.withKey(label, shortcutName(key, isApple, layout)) : label;
  };
}

export function ToolButton(props: ToolButtonProps) {
  const { icon: Icon, label, command, pressed, wide, className, children, ...rest } = props;
  const { isApple } = useBuilder();
  const withKey = useKeyLabel();
  return (
    <Tooltip text={command ? withKey(command, label) : label} silent>
      <button
        type="button"
        {...rest}
        className={cx(styles.button, wide && styles.wide, className)}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={command && ariaKeys(command, isApple)}
      >
        <Icon aria-hidden />
        {wide && <span>{label}</span>}
        {children}
      </button>
    </Tooltip>
  );
}

type CommandButtonProps = Omit<ToolButtonProps, "label"> &
  ({ command: keyof typeof buttonText; label?: string } | { command: Command; label: string });

export function CommandButton(props: CommandButtonProps) {
  const { run } = useBuilder();
  const { command } = props;
  const label = props.label ?? buttonText[command as keyof typeof buttonText];
  return <ToolButton {...props} label={label} onClick={() => run(command)} />;
}
