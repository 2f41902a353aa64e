import { beepBoop, captain, nightShift, sirMonocle } from "./faces-dressed.ts";
import {
  bopiClassic,
  cheekyWink,
  indoorSunglasses,
  starstruck,
  tenOutOfTen,
  whiskerBusiness,
} from "./faces-happy.ts";
import { fiveMoreMinutes, monday, oneBigIdea, tinyRage } from "./faces-moody.ts";
import { aFace } from "./item.ts";

/** All faces. */
export const FACES = [
  aFace("Monday Face", "For the days that start too early.", monday),
  aFace("Bopi Classic", "The face that started it all. Still hasn't blinked.", bopiClassic),
  aFace("Ten out of Ten", "That is how many dentists were briefly blinded.", tenOutOfTen),
  aFace("Five More Minutes", "Said four hours ago. The bubble has seniority now.", fiveMoreMinutes),
  aFace("Indoor Sunglasses", "It is dark in here and they will never admit it.", indoorSunglasses),
  aFace("One Big Idea", "Depth perception is for people with two of them.", oneBigIdea),
  aFace("Beep Boop", "I am definitely not a robot. Please show me the pictures of traffic lights.", beepBoop),
  aFace("Night Shift", "That is tomato juice. It has always been tomato juice.", nightShift),
  aFace("Whisker Business", "Will knock your glass off the table and hold eye contact.", whiskerBusiness),
  aFace("Sir Monocle", "Saw something shocking once. Has kept the eyebrow up ever since.", sirMonocle),
  aFace("Cheeky Wink", "Knows something. Won't say what. Probably nothing.", cheekyWink),
  aFace("Tiny Rage", "Somebody said the toy was only a toy.", tinyRage),
  aFace("Starstruck", "Met someone famous. It was a cardboard cut-out.", starstruck),
  aFace("The Captain", "Buried the treasure, lost the map, kept the tooth.", captain),
];
