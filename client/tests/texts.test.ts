import { describe, expect, test, vi } from "vitest";
import { joinList, language, matchLanguage, preferredLanguage, say, setLanguage } from "../src/lib/app/texts.svelte";

test.each([
  ["pt", "pt-BR"],
  ["pt-PT", "pt-BR"],
  ["nn-NO", "nb"],
  ["no", "nb"],
  ["pl-PL", "pl"],
  ["EN_us", "en"],
  ["de", null],
  ["", null],
  [null, null],
])("a browser that asks for %s gets %s", (preference, language) => {
  expect(matchLanguage(preference)).toBe(language);
});

test("a language that was chosen goes before the browser's", () => {
  localStorage.setItem("hanabi.lang", "ro");
  expect(preferredLanguage()).toBe("ro");
});

describe("a text", () => {
  test("takes the plural form of its language", async () => {
    expect(say("play.turns_left", { turns: 1 })).not.toBe(say("play.turns_left", { turns: 2 }));
    await setLanguage("pl");
    expect(language()).toBe("pl");
    const forms = [1, 2, 5].map((turns) => say("play.turns_left", { turns }).replace(/\d/, ""));
    expect(new Set(forms).size).toBe(3);
  });

  test("without one of its values is an error, and so is an unknown one", () => {
    expect(() => say("log.begin")).toThrow(/player/);
    expect(() => say("nothing.like.it" as never)).toThrow(/nothing.like.it/);
  });
});

test("lists are joined as the language does", async () => {
  expect(joinList(["Ana", "Bo", "Cy"])).toBe("Ana, Bo, and Cy");
  expect(joinList([1, 2], "or")).toBe("1 or 2");
  await setLanguage("es");
  expect(joinList(["Ana", "Bo"])).toBe("Ana y Bo");
});

test("a text that was not loaded with the first ones is shown as soon as it is there", async () => {
  vi.resetModules();
  const texts = await import("../src/lib/app/texts.svelte");
  await texts.setLanguage("en");
  expect(texts.say("web.landing.play")).not.toBe("");
  expect(texts.say("web.learn.lead")).toBe("");
  await texts.restOfTexts();
  expect(texts.say("web.learn.lead")).not.toBe("");
  await texts.setLanguage("pl");
  expect(texts.say("web.learn.lead")).not.toBe("");
});
