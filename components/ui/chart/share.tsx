import classes from './chart.module.css'

/** `chart.module.css` defines each for the light and the dark scheme. */
export type ShareColor = 'yellow' | 'blue' | 'violet' | 'teal' | 'gray' | 'red'

interface Part {
  label: string
  color: ShareColor
  value: number
  text: string
}

interface ShareProps {
  parts: readonly Part[]
  description: string
}

export function Share({ parts, description }: ShareProps) {
  const present = parts.filter(({ value }) => value > 0)
  const total = present.reduce((sum, { value }) => sum + value, 0)
  const startOf = (at: number) => present.slice(0, at).reduce((sum, { value }) => sum + value, 0)
  return (
    <>
      <svg
        role="img"
        aria-label={description}
        className={classes.share}
        viewBox={`0 0 ${Math.max(total, 1)} 10`}
        preserveAspectRatio="none"
      >
        <rect className={classes.nothing} x={0} y={0} width={Math.max(total, 1)} height={10} />
        {present.map(({ label, color, value, text }, at) => (
          <rect
            key={label}
            className={classes.part}
            data-color={color}
            x={startOf(at)}
            y={0}
            width={value}
            height={10}
            vectorEffect="non-scaling-stroke"
          >
            <title>{`${label}: ${text}`}</title>
          </rect>
        ))}
      </svg>
      <ul className={classes.legend}>
        {parts.map(({ label, color, text }) => (
          <li key={label}>
            <span className={classes.swatch} data-color={color} aria-hidden="true" />
            {label}
            <span className={classes.amount}>{text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
