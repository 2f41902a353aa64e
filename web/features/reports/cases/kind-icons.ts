import {
  Blocks,
  Flag,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
  Reply,
  Shirt,
  UserRound,
} from "lucide-react";
import type { ReportType } from "#domain/reports/types.ts";
import { lookUp } from "#web/lib/look-up.ts";

const KIND_ICONS: Record<ReportType, LucideIcon> = {
  level: Blocks,
  comment: MessageCircle,
  message: MessagesSquare,
  item: Shirt,
  thread: MessageSquareText,
  reply: Reply,
  user: UserRound,
};

/** The icon of a kind, also of one that this page is too old to know. */
export const kindIcon = (type: string): LucideIcon => lookUp(KIND_ICONS, type, Flag);
