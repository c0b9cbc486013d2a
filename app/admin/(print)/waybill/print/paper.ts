/** In millimeters. `parts`: of the label, one below the other. */
export const papers = {
  '76x130': { width: 76, height: 130, parts: 1 },
  '100x150': { width: 100, height: 150, parts: 2 },
  '100x180': { width: 100, height: 180, parts: 2 },
} as const

export type Paper = keyof typeof papers

export const isPaper = (value: unknown): value is Paper => typeof value === 'string' && Object.hasOwn(papers, value)

/** The line with the order number below the label, in millimeters. */
export const footHeight = 6
