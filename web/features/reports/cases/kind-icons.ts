import {
  Blocks,
  type LucideIcon,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
  Reply,
  Shirt,
  UserRound,
} from "lucide-react";
import type { ReportType } from "#domain/reports/types.ts";

export const KIND_ICONS: Record<ReportType, LucideIcon> = {
  level: Blocks,
  comment: MessageCircle,
  message: MessagesSquare,
  item: Shirt,
  thread: MessageSquareText,
  reply: Reply,
  user: UserRound,
};
