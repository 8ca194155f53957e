import java.io.ByteArrayOutputStream;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.internals.Exit;

/**
 * Runs many of Kafka's command-line tools in one JVM, because each start of a JVM takes a second.
 *
 * <p>Standard input has one run a line: the class and its arguments, separated by tabs. For each run
 * standard output gets a line {@code EXIT-CODE BYTES-OF-OUTPUT BYTES-OF-ERRORS}, then both.
 */
public final class Batch {
    private static final class Ended extends RuntimeException {
        private final int code;

        Ended(int code) {
            this.code = code;
        }
    }

    public static void main(String[] args) throws Exception {
        PrintStream stdout = System.out;
        Exit.setExitProcedure((code, message) -> {
            if (message != null) {
                System.err.println(message);
            }
            throw new Ended(code);
        });
        Exit.setHaltProcedure((code, message) -> {
            throw new Ended(code);
        });
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split("\t", -1);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            int code = run(words[0], Arrays.copyOfRange(words, 1, words.length));
            System.out.flush();
            System.err.flush();
            stdout.println(code + " " + out.size() + " " + err.size());
            out.writeTo(stdout);
            err.writeTo(stdout);
            stdout.flush();
        }
    }

    private static int run(String tool, String[] arguments) throws ReflectiveOperationException {
        try {
            Class.forName(tool).getMethod("main", String[].class).invoke(null, (Object) arguments);
            return 0;
        } catch (InvocationTargetException failed) {
            for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
                if (cause instanceof Ended) {
                    return ((Ended) cause).code;
                }
            }
            failed.getCause().printStackTrace();
            return 1;
        }
    }
}
