import type { ReactNode } from 'react'
import classes from './chart.module.css'
import { labeledPoints, scaleEnd } from './scale'
import { Values } from './values'

interface Point {
  /** Below the point. At most seven points of a chart show their label. */
  label: string
  /** In the tooltip. */
  hint: string
  /** null: not known yet. */
  value: number | null
}

interface PlotProps {
  points: readonly Point[]
  description: string
  format: (value: number) => string
}

/** In units of the SVG's view box. `width`: of two points. */
const width = 10
const height = 100

interface FrameProps extends PlotProps {
  children: (yOf: (value: number) => number) => ReactNode
}

/** The SVG is stretched, which would distort texts, so the labels are HTML elements around it. */
function Axes({ points, description, format, children }: FrameProps) {
  const end = scaleEnd(Math.max(0, ...points.map(({ value }) => value ?? 0)))
  const yOf = (value: number) => height - (value / end) * height
  const ticks = [end, end / 2, 0]
  return (
    <div className={classes.plot}>
      <div className={classes.scale} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{format(tick)}</span>
        ))}
      </div>
      <div className={classes.canvas}>
        <svg
          role="img"
          aria-label={description}
          className={classes.drawing}
          viewBox={`0 0 ${points.length * width} ${height}`}
          preserveAspectRatio="none"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              className={classes.grid}
              x1={0}
              x2={points.length * width}
              y1={yOf(tick)}
              y2={yOf(tick)}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {children(yOf)}
        </svg>
        <Values
          values={points.flatMap(({ hint, value }) => (value === null ? [] : [{ hint, height: value / end }]))}
          count={points.length}
        />
      </div>
      <div className={classes.axis} aria-hidden="true">
        {labeledPoints(points.length).map((at) => (
          <span key={at} style={{ left: `${((at + 0.5) / points.length) * 100}%` }}>
            {points[at]?.label}
          </span>
        ))}
      </div>
    </div>
  )
}

interface Placed {
  at: number
  value: number
  hint: string
}

const known = (points: readonly Point[]): Placed[] =>
  points.flatMap(({ hint, value }, at) => (value === null ? [] : [{ at, value, hint }]))

export function Bars(props: PlotProps) {
  return (
    <Axes {...props}>
      {(yOf) =>
        known(props.points).map(({ at, value, hint }) => (
          <rect
            key={hint}
            className={classes.bar}
            x={(at + 0.15) * width}
            width={width * 0.7}
            y={yOf(value)}
            height={height - yOf(value)}
          />
        ))
      }
    </Axes>
  )
}

/** Points without a value are left out of the line. */
export function Line(props: PlotProps) {
  const placed = known(props.points)
  const xOf = (one: Placed | undefined) => ((one?.at ?? 0) + 0.5) * width
  return (
    <Axes {...props}>
      {(yOf) => {
        const path = placed.map((one) => `${xOf(one)},${yOf(one.value)}`).join(' ')
        return (
          <>
            <polygon
              className={classes.area}
              points={`${xOf(placed[0])},${height} ${path} ${xOf(placed.at(-1))},${height}`}
            />
            <polyline className={classes.line} points={path} vectorEffect="non-scaling-stroke" />
          </>
        )
      }}
    </Axes>
  )
}
