import { toSVG } from 'bwip-js/node'

/** Returns ASCII text as a Code 128 barcode, in SVG without a size: the narrowest bar has two units; no quiet zone. */
export const barcodeOf = (text: string): string => toSVG({ bcid: 'code128', text, height: 12 })
