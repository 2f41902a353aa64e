import { CHARACTER_FACES } from "./faces-character.ts";
import { HAPPY_FACES } from "./faces-happy.ts";
import { MOODY_FACES } from "./faces-moody.ts";
import { seedFace } from "./seed-clothing.ts";

/** All faces. */
export const FACES = [
  seedFace("Monday Face", "For the days that start too early.", MOODY_FACES.monday),
  seedFace("Bopi Classic", "The face that started it all. Still hasn't blinked.", HAPPY_FACES.bopiClassic),
  seedFace("Ten out of Ten", "Ten dentists, briefly blinded.", HAPPY_FACES.tenOutOfTen),
  seedFace(
    "Five More Minutes",
    "Said four hours ago. The bubble has seniority now.",
    MOODY_FACES.fiveMoreMinutes,
  ),
  seedFace(
    "Indoor Sunglasses",
    "It's dark in here, and they will never admit it.",
    HAPPY_FACES.indoorSunglasses,
  ),
  seedFace("One Big Idea", "Depth perception is for people with two of them.", MOODY_FACES.oneBigIdea),
  seedFace(
    "Beep Boop",
    "I am definitely not a robot. Please show me the pictures of traffic lights.",
    CHARACTER_FACES.beepBoop,
  ),
  seedFace(
    "Night Shift",
    "That is tomato juice. It has always been tomato juice.",
    CHARACTER_FACES.nightShift,
  ),
  seedFace(
    "Whisker Business",
    "Will knock your glass off the table and hold eye contact.",
    HAPPY_FACES.whiskerBusiness,
  ),
  seedFace(
    "Sir Monocle",
    "Saw something shocking once. Has kept the eyebrow up ever since.",
    CHARACTER_FACES.sirMonocle,
  ),
  seedFace("Cheeky Wink", "Knows something. Won't say what. Probably nothing.", HAPPY_FACES.cheekyWink),
  seedFace("Tiny Rage", "Someone said the toy was just a toy.", MOODY_FACES.tinyRage),
  seedFace("Starstruck", "Met someone famous. It was a cardboard cutout.", HAPPY_FACES.starstruck),
  seedFace("The Captain", "Buried the treasure, lost the map, kept the tooth.", CHARACTER_FACES.captain),
];
