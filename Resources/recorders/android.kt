package overscroll

import android.os.Build
import android.view.Choreographer
import android.view.MotionEvent
import android.view.View

/**
 * Records the touches of a scrolling view, and its offset at each frame, as an Overscroll recording.
 *
 * Call [touch] from the view's onTouchListener (which returns false), then share [text].
 */
class ScrollRecorder(private val view: View, private val offset: () -> Pair<Int, Int>) :
    Choreographer.FrameCallback {
    private val rows = mutableListOf<String>()

    init {
        Choreographer.getInstance().postFrameCallback(this)
    }

    override fun doFrame(nanoseconds: Long) {
        val (x, y) = offset()
        rows.add("$nanoseconds,,,,,$x,$y")
        Choreographer.getInstance().postFrameCallback(this)
    }

    /** Adds an event with the history that Android packs into it; both clocks are monotonic. */
    fun touch(event: MotionEvent) {
        val phase = when (event.actionMasked) {
            MotionEvent.ACTION_DOWN, MotionEvent.ACTION_POINTER_DOWN -> "began"
            MotionEvent.ACTION_MOVE -> "moved"
            MotionEvent.ACTION_UP, MotionEvent.ACTION_POINTER_UP -> "ended"
            MotionEvent.ACTION_CANCEL -> "cancelled"
            else -> return
        }
        val fingers = if (phase == "moved" || phase == "cancelled") 0 until event.pointerCount
            else event.actionIndex..event.actionIndex
        for (step in 0 until event.historySize) for (finger in fingers) {
            add(event.getHistoricalEventTime(step), phase, event.getPointerId(finger),
                event.getHistoricalX(finger, step), event.getHistoricalY(finger, step))
        }
        for (finger in fingers) {
            add(event.eventTime, phase, event.getPointerId(finger), event.getX(finger),
                event.getY(finger))
        }
    }

    private fun add(milliseconds: Long, phase: String, id: Int, x: Float, y: Float) {
        rows.add("${milliseconds * 1_000_000},$phase,$id,$x,$y,,")
    }

    /** The recording; [width] and [height] are the content's, in pixels. */
    fun text(width: Int, height: Int): String {
        val scale = view.resources.displayMetrics.density
        val rate = view.display?.refreshRate ?: 60f
        return listOf(
            "# overscroll recording 1",
            "# source: ${Build.MODEL}, Android ${Build.VERSION.RELEASE}, Choreographer",
            "# viewport: ${view.width / scale}x${view.height / scale}",
            "# content: ${width / scale}x${height / scale}",
            "# displayScale: $scale", "# unit: px", "# rate: $rate",
            "t_ns,touch,id,x,y,offset_x,offset_y",
        ).plus(rows).joinToString("\n", postfix = "\n")
    }
}
