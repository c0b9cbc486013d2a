import { toSVG } from 'bwip-js/node'

/**
 * Returns ASCII text as a Code 128 barcode: an SVG without a size and without a quiet zone. The narrowest bar is two
 * units wide.
 */
export const barcodeOf = (text: string): string => toSVG({ bcid: 'code128', text, height: 12 })
