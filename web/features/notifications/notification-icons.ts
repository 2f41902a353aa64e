import {
  AtSign,
  Coins,
  Footprints,
  Hammer,
  type LucideIcon,
  Medal,
  MessageCircle,
  Reply,
  Shield,
  Shirt,
  Trophy,
  UserCheck,
  UserCog,
  UserPlus,
} from "lucide-react";
import type { NoticeType } from "#domain/notifications/notice.ts";

export const NOTIFICATION_ICONS: Record<NoticeType, LucideIcon> = {
  comment: MessageCircle,
  mention: AtSign,
  reply: Reply,
  buddy_request: UserPlus,
  buddy_accept: UserCheck,
  sale: Coins,
  achievement: Trophy,
  reward: Medal,
  outfit: Shirt,
  build: Hammer,
  level: Footprints,
  account: UserCog,
  moderation: Shield,
};
