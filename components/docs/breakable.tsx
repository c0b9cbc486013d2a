'use client'

import { Fragment } from 'react'

/**
 * A path in which lines break only after separators. A client component, so that the page's payload has the text
 * instead of the rendered elements, which are ten times as large. A page of the API reference can have hundreds of
 * paths.
 */
export function Breakable({ text }: { text: string }) {
  return [...text.matchAll(/[^./_\]]+[./_\]]*|[./_\]]+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
