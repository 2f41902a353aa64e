import type { SeedThread } from "./thread.ts";

/** Threads with questions. */
export const HELP_THREADS: readonly SeedThread[] = [
  {
    subforum: 3,
    title: "Read this before you ask (it's one minute)",
    daysAgo: 870,
    spanDays: 5,
    pinned: true,
    lines: [
      [
        "moderator",
        "Hi! Help is for questions about Bopolis, and no one will laugh at yours. Three things get you a good answer faster:\n\n1. **What were you trying to do?**\n2. **What happened instead?**\n3. What have you tried so far?\n\nQuick ones:\n- *I forgot my password*: the sign-in page has a link for that.\n- *Someone is bothering me*: block them from the menu on their profile, and report what they wrote.\n- *My picture is gray*: give it a minute, it's still being drawn.\n\nPlease **never** post your password or a code, not even to us. We don't need it and won't ask.",
      ],
      [
        "admin",
        "And if something is really broken: let us know which page it was and about when. I'll dig. :shades:",
      ],
    ],
  },
  {
    subforum: 3,
    title: "How do I get past the second bridge in {title:2}?",
    daysAgo: 9,
    spanDays: 5,
    lines: [
      ["ollie_oops", "I jump. I land. The bridge doesn't. 41 times so far.\n\n{level:2}"],
      [
        "RustyRails",
        "The planks fall one second after you touch them, so don't aim for the middle, aim for the *post*.",
      ],
      ["NachoNinja", 'Also: hold forward the whole time. Don\'t let go to "aim". Aiming is how it gets you.'],
      ["ollie_oops", "{quote:2}\n\nI have been aiming. I see now."],
      ["ollie_oops", "42 was the one!!! Thank you!!! :happy:"],
      ["RustyRails", "Welcome to the other side. There's a third bridge."],
      ["ollie_oops", "{quote:5}\n\n:shadescry:"],
    ],
  },
  {
    subforum: 3,
    title: "[Solved] My hat floats above my head",
    daysAgo: 48,
    spanDays: 3,
    lines: [
      ["GravyTrain", "It's a train. It should be *on* my head, it hovers a bit. Is that normal?"],
      ["goldie", "Which hat? Some are made to hover, the halo ones for example."],
      ["GravyTrain", "{item:Goldfish Express}"],
      ["goldie", "Oh, that one rides on its own steam. It's meant to! Look closely, there are tiny rails."],
      ["GravyTrain", "{quote:3}\n\nTHERE ARE TINY RAILS. Best day. Solved."],
      ["RustyRails", "Called it, it's always rails."],
    ],
  },
  {
    subforum: 3,
    title: "Block placing shortcut?",
    daysAgo: 90,
    spanDays: 2,
    lines: [
      [
        "Tiny_Titan",
        "Is there a key for placing the same block again? My finger is tired and I've only got ten of them.",
      ],
      [
        "BenjiBlocks",
        "`Shift` and click repeats the last one. `Ctrl` and `Z` is for when you repeat the wrong one.",
      ],
      ["Tiny_Titan", "{quote:1}\n\nMy nine other fingers thank you."],
      ["BenjiBlocks", "That's what they're for :block:"],
    ],
  },
  {
    subforum: 3,
    title: "¿Cómo se cambia el nombre del nivel?",
    daysAgo: 71,
    spanDays: 1,
    lines: [
      [
        "DonSalto",
        "Publiqué un nivel y escribí *Cañón* con dos ñ. Dos. ¿Se puede cambiar el título después?",
      ],
      ["el_saltador", "Sí: en tu nivel, *Editar*, y cambias el título. El nivel se queda igual."],
      ["DonSalto", "¡Gracias! Aunque ahora extraño la segunda ñ."],
    ],
  },
  {
    subforum: 3,
    title: "Someone offered me free coins in chat, is that real?",
    daysAgo: 16,
    spanDays: 1,
    lines: [
      [
        "BubbleBea",
        'They said I only need to send them my password "for the coin machine". It sounded weird, so I didn\'t.',
      ],
      [
        "moderator",
        "You did everything right. **There is no coin machine.** Please report the message (menu on the message, *Report*) and block them; the report shows us what was said around it, so you don't need to copy anything.",
      ],
      ["BubbleBea", "Reported! I feel like a detective."],
      [
        "Mr_Sandman",
        "Good instincts. To anyone reading this later: no one from the site will *ever* need your password.",
      ],
      ["moderator", "Dealt with. Thank you, detective. :heart:"],
    ],
  },
  {
    subforum: 3,
    title: "Best way to learn jumping across gaps?",
    daysAgo: 101,
    spanDays: 7,
    lines: [
      [
        "Pudding_Pete",
        "I'm new and I fall into *everything*. Is there a level to practice on? No saws, please.",
      ],
      [
        "Jumpy_Jules",
        'Go in this order, each is a bit harder:\n\n{level:20}\n{level:30}\n{level:40}\n\nAnd jump *later* than you think. When you think "now", it\'s still too early.',
      ],
      ["PogoPaula", "boing boing boing. also don't look at the gap, look at where you want to be"],
      ["Pudding_Pete", "{quote:2}\n\nThat's a life lesson, too."],
      ["Kangarude", "Took me a month, mate. Then one day your thumbs just know."],
      ["Pudding_Pete", "First one cleared!!! My thumbs know a *little*."],
    ],
  },
  {
    subforum: 3,
    title: "The star counter says 11 of 12 and I want to cry",
    daysAgo: 22,
    spanDays: 6,
    lines: [
      [
        "StarSipper",
        "I've licked every wall in {title:7}. Where is number twelve? Spoilers welcome, I'm past pride.\n\n{level:7}",
      ],
      [
        "sternschnuppe",
        "Schau mal ||unter der Treppe am Start, man muss sich umdrehen, bevor man losläuft||!",
      ],
      ["StarSipper", "{quote:1}\n\nBEFORE I EVEN STARTED? It was behind me the WHOLE TIME?"],
      ["LostInMaze", "that's so poetic"],
      ["StarSipper", "12 of 12. I'm going to lie down on the stairs now. :star:"],
    ],
  },
  {
    subforum: 3,
    title: "Can I hide that I'm online?",
    daysAgo: 58,
    spanDays: 1,
    lines: [
      [
        "fernweh",
        "Manchmal will ich einfach nur bauen, ohne dass jemand winkt. Geht das? / Can I look offline?",
      ],
      [
        "moderator",
        "Yes: *Settings*, then *Privacy*, then *Appear offline*. You can still see everyone else.",
      ],
      ["fernweh", "Perfekt. Danke! (waves, invisibly)"],
    ],
  },
  {
    subforum: 3,
    title: "Two-factor: what if I lose my phone?",
    daysAgo: 38,
    spanDays: 3,
    lines: [
      [
        "Vera_Volt",
        "I'd like to turn it on, but my phone regularly falls into things. (I'm an electrician. The things are worse than you think.)",
      ],
      [
        "admin",
        "When you turn it on you get a list of recovery codes. Print it and put it in a drawer *away* from the things. Each code works once.",
      ],
      ["Vera_Volt", "Printed. Laminated. Grounded."],
      ["admin", "{quote:2}\n\nMost secure account on the site."],
    ],
  },
];
