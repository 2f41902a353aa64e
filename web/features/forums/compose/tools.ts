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
import { bulleted, type Command, code, link, numbered, quoted, wrap } from "./edits.ts";

interface Tool {
  id: "bold" | "italic" | "link" | "bulleted" | "numbered" | "quote" | "code" | "spoiler";
  icon: LucideIcon;
  command: Command;
  /** With Ctrl. */
  key?: string;
}

/** What the toolbar does with what is selected. */
export const TOOLS: readonly Tool[] = [
  { id: "bold", icon: Bold, command: wrap("**"), key: "B" },
  { id: "italic", icon: Italic, command: wrap("*"), key: "I" },
  { id: "link", icon: Link, command: link, key: "K" },
  { id: "bulleted", icon: List, command: bulleted },
  { id: "numbered", icon: ListOrdered, command: numbered },
  { id: "quote", icon: TextQuote, command: quoted },
  { id: "code", icon: Code, command: code },
  { id: "spoiler", icon: EyeOff, command: wrap("||") },
];

/** What is looked for in a window of its own and shown as a card. */
export const EMBEDS = [
  { id: "level", icon: Blocks },
  { id: "item", icon: Shirt },
] as const;
export type EmbedKind = (typeof EMBEDS)[number]["id"];

/** The tool that a key calls for together with Ctrl. */
export const toolOfKey = (key: string) => TOOLS.find((tool) => tool.key === key.toUpperCase());
