import {
  Blocks,
  Bold,
  Code,
  EyeOff,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Shirt,
  TextQuote,
} from "lucide-react";
import {
  type EditCommand,
  makeLink,
  toggleBullets,
  toggleCode,
  toggleMark,
  toggleNumbers,
  toggleQuote,
} from "./edits.ts";

interface Tool {
  id: "bold" | "italic" | "link" | "bulleted" | "numbered" | "quote" | "code" | "spoiler";
  icon: LucideIcon;
  command: EditCommand;
  /** The shortcut's key, with Ctrl. */
  key?: string;
}

/** The toolbar's commands. */
export const TOOLS: readonly Tool[] = [
  { id: "bold", icon: Bold, command: toggleMark("**"), key: "B" },
  { id: "italic", icon: Italic, command: toggleMark("*"), key: "I" },
  { id: "link", icon: Link, command: makeLink, key: "K" },
  { id: "bulleted", icon: List, command: toggleBullets },
  { id: "numbered", icon: ListOrdered, command: toggleNumbers },
  { id: "quote", icon: TextQuote, command: toggleQuote },
  { id: "code", icon: Code, command: toggleCode },
  { id: "spoiler", icon: EyeOff, command: toggleMark("||") },
];

/** Things to embed as a card, found in a modal. */
export const EMBEDS = [
  { id: "level", icon: Blocks },
  { id: "item", icon: Shirt },
] as const;
export type EmbedKind = (typeof EMBEDS)[number]["id"];

/** Returns the tool for Ctrl + key. */
export const toolForKey = (key: string) => TOOLS.find((tool) => tool.key === key.toUpperCase());
