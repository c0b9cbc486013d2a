const browsers: [name: string, pattern: RegExp][] = [
  ['MCP', /^MCP /],
  ['WeChat', /MicroMessenger/],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrom(e|ium)\/|CriOS\//],
  ['Safari', /Safari\//],
]

const systems: [name: string, pattern: RegExp, isMobile?: true][] = [
  ['iOS', /iPhone|iPad/, true],
  ['Android', /Android/, true],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux|X11/],
]

/** For display; undefined if neither the browser nor the system is known. */
export function deviceIn(user_agent: string): { name: string; isMobile: boolean } | undefined {
  const browser = browsers.find(([, pattern]) => pattern.test(user_agent))?.[0]
  const [system, , isMobile = false] = systems.find(([, pattern]) => pattern.test(user_agent)) ?? []
  if (!browser && !system) return undefined
  return { name: [browser, system].filter(Boolean).join(' · '), isMobile }
}
