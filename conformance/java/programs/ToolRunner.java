import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.internals.Exit;

/**
 * Runs the mains of many tools in one JVM, several at a time. Each line of standard input is one run, its parts
 * divided by the unit separator: an id, a limit in milliseconds, the class and its arguments. Each run is answered
 * by a frame: id, exit code, standard output, standard error (the texts with a length in front).
 *
 * A tool that exits is stopped at that very point: its thread is parked for good, so that nothing further down the
 * stack prints. A tool that has not ended at its limit is abandoned and gets the code of LIMIT.
 */
public final class ToolRunner {
    private static final int LIMIT = -1000;
    private static final String UNIT_SEPARATOR = "\u001f";
    private static final InheritableThreadLocal<Run> CURRENT = new InheritableThreadLocal<>();

    private static final class Run {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final CountDownLatch ended = new CountDownLatch(1);
        int code = LIMIT;

        synchronized void end(int code) {
            if (ended.getCount() > 0) {
                this.code = code;
                ended.countDown();
            }
        }
    }

    /** Writes to what the run of the calling thread captures. */
    private static final class Routed extends OutputStream {
        private final boolean err;
        private final PrintStream otherwise;

        Routed(boolean err, PrintStream otherwise) {
            this.err = err;
            this.otherwise = otherwise;
        }

        private OutputStream target() {
            Run run = CURRENT.get();
            return run == null ? otherwise : err ? run.err : run.out;
        }

        @Override
        public void write(int one) throws IOException {
            target().write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            target().write(bytes, from, count);
        }
    }

    /** Some tools end the JVM without Kafka's own class for it. Needs -Djava.security.manager=allow. */
    @SuppressWarnings("removal")
    private static final class NoExit extends SecurityManager {
        @Override
        public void checkExit(int code) {
            if (CURRENT.get() != null) {
                park(code);
            }
        }

        @Override
        public void checkPermission(java.security.Permission permission) {
            // Everything else is allowed.
        }

        @Override
        public void checkPermission(java.security.Permission permission, Object context) {
            // As above.
        }
    }

    private static void park(int code) {
        Run run = CURRENT.get();
        System.out.flush();
        System.err.flush();
        run.end(code);
        while (true) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                // The run is over; this thread must not go on.
            }
        }
    }

    private static void call(String name, String[] arguments) {
        Run run = CURRENT.get();
        try {
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) arguments);
            run.end(0);
        } catch (InvocationTargetException e) {
            System.err.println("Exception in thread \"main\" " + e.getCause());
            run.end(1);
        } catch (ReflectiveOperationException e) {
            System.err.println(e);
            run.end(LIMIT);
        }
    }

    private static void one(String[] parts, DataOutputStream answers) {
        Run run = new Run();
        Thread worker = new Thread(() -> {
            CURRENT.set(run);
            call(parts[2], Arrays.copyOfRange(parts, 3, parts.length));
        });
        worker.setDaemon(true);
        worker.start();
        try {
            run.ended.await(Long.parseLong(parts[1]), TimeUnit.MILLISECONDS);
            synchronized (answers) {
                answers.writeInt(Integer.parseInt(parts[0]));
                answers.writeInt(run.code);
                for (ByteArrayOutputStream text : new ByteArrayOutputStream[] {run.out, run.err}) {
                    byte[] bytes = text.toByteArray();
                    answers.writeInt(bytes.length);
                    answers.write(bytes);
                }
                answers.flush();
            }
        } catch (InterruptedException | IOException e) {
            System.exit(2);
        }
    }

    @SuppressWarnings("removal")
    public static void main(String[] ignored) throws IOException {
        DataOutputStream answers = new DataOutputStream(System.out);
        System.setOut(new PrintStream(new Routed(false, System.err), true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(new Routed(true, System.err), true, StandardCharsets.UTF_8));
        System.setSecurityManager(new NoExit());
        Exit.setExitProcedure((code, message) -> park(code));
        Exit.setHaltProcedure((code, message) -> park(code));
        Exit.setShutdownHookAdder((name, hook) -> { });
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split(UNIT_SEPARATOR, -1);
            new Thread(() -> one(parts, answers)).start();
        }
    }
}
